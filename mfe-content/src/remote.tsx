import { Routes } from '@ve/mfe-kit/router';

export default function ContentRemote() {
  return <Routes />;
}

import { type DialableTelephone, toDialableTelephone } from '../kernel/phone/to-dialable-telephone.ts';

export interface CheckDetail {
  label: string;
  /** Null: the register has none. */
  value: string | null;
  phone: DialableTelephone | null;
}

/** A detail without a telephone number; unknown if the register has none. */
export function detailWithoutTelephone(label: string, value: string | null): CheckDetail {
  return { label, value, phone: null };
}

/** The telephone number, as the register writes it. */
export function telephoneDetail(written: string | null): CheckDetail {
  const phone = toDialableTelephone(written);
  return { label: 'Telephone', value: phone?.text ?? null, phone };
}

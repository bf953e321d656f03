/**
 * Preloaded (`--import`) into processes that tests kill (-9): stores what Node compiled for them in NODE_COMPILE_CACHE,
 * which it otherwise does only when they exit.
 */
import { flushCompileCache } from 'node:module';

const startedMs = 2_000;
setTimeout(flushCompileCache, startedMs).unref();

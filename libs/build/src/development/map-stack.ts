import { SourceMap, type SourceMapPayload } from 'node:module';

/** A place in a stack: `http://localhost:4201/remote.js:12:3`. */
const place = /https?:\/\/[^\s()]+?\/([\w.@~-]+\.js)(?:\?[^\s():]*)?:(\d+):(\d+)/g;

/**
 * A stack with sources, `mfe-orders/src/remote.tsx:12:3`, instead of built scripts. `readMap` is the source map of a
 * script by its name; null where there is none.
 */
export const mapStack = (stack: string, readMap: (script: string) => SourceMapPayload | null): string =>
  stack.replace(place, (written, script: string, line: string, column: string) => {
    const map = readMap(script);
    const entry = map && new SourceMap(map).findEntry(Number(line) - 1, Number(column) - 1);
    if (!entry || !('originalSource' in entry)) return written;
    const { originalSource: source, originalLine, originalColumn } = entry;
    return `${source}:${String(originalLine + 1)}:${String(originalColumn + 1)}`;
  });

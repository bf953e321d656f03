import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

const version = 'v1';
const ivBytes = 12;
const tagBytes = 16;

/** Encrypts a text with AES-256-GCM, bound to the row `of`: it cannot be opened for another row. `key` is 32 bytes. */
export function encryptTextForRow(text: string, key: Buffer, of: string): string {
  const iv = randomBytes(ivBytes);
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: tagBytes }).setAAD(Buffer.from(of));
  const sealed = Buffer.concat([iv, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return `${version}.${sealed.toString('base64url')}`;
}

/**
 * Decrypts a sealed text with the first of the keys that fits. @throws Error when none fits, or the text was altered or
 * sealed for another row
 */
export function decryptTextForRow(sealed: string, keys: readonly Buffer[], of: string): string {
  const [sealedVersion, content = ''] = sealed.split('.');
  const bytes = Buffer.from(content, 'base64url');
  if (sealedVersion === version && bytes.length >= ivBytes + tagBytes) {
    for (const key of keys) {
      const text = tryKey(bytes, key, of);
      if (text !== null) return text;
    }
  }
  throw new Error('A sealed text does not open: its key is not among those of the configuration');
}

function tryKey(bytes: Buffer, key: Buffer, of: string): string | null {
  const decipher = createDecipheriv('aes-256-gcm', key, bytes.subarray(0, ivBytes), { authTagLength: tagBytes });
  decipher.setAAD(Buffer.from(of)).setAuthTag(bytes.subarray(-tagBytes));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(ivBytes, -tagBytes)), decipher.final()]).toString('utf8');
  } catch {
    return null;
  }
}

/** Not `crypto.randomUUID`, which exists on https alone. */
export const randomId = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('')

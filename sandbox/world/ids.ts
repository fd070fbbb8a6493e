import { randomInt, randomBytes } from 'node:crypto'

function digits(prefix: string, length: number): string {
  let id = prefix
  while (id.length < length - 1) id += randomInt(10)
  // A client that parses the id as a double would round its odd last digit, and be noticed.
  return id + (randomInt(5) * 2 + 1)
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

const letters = (length: number) =>
  Array.from(randomBytes(length), byte => ALPHABET[byte % ALPHABET.length]).join('')

/** Generates ids and tokens in the providers' formats. */
export const ids = {
  facebookPerson: () => digits('1022', 17),
  page: () => digits('10', 15),
  object: () => digits('1220', 18),
  instagramPerson: () => digits('2', 17),
  instagramAccount: () => digits('178414', 17),
  container: () => digits('1789', 17),
  instagramMedia: () => digits('180', 17),
  shortcode: () => `D${letters(10)}`,
  googlePerson: () => digits('1', 21),
  businessAccount: () => digits('1', 21),
  businessLocation: () => digits('9', 19),
  localPost: () => digits('7', 19),
  review: () => `AbFvOq${letters(40)}`,
  googleCode: () => `4/0A${letters(70)}`,
  googleAccessToken: () => `ya29.a0A${letters(180)}`,
  googleRefreshToken: () => `1//0g${letters(90)}`,
  facebookToken: () => `EAAB${letters(160)}`,
  instagramToken: () => `IGAA${letters(140)}`,
  code: () => `AQ${letters(120)}`,
  trace: () => `A${letters(22)}`,
}

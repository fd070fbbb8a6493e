/**
 * Matches the numbers that ACMA reserves for fiction in Australia: two ranges of landlines in each region, and some freephone,
 * local-rate and mobile numbers.
 */
const FICTIONAL =
  /^(?:0[2378](?:5550|7010)\d{4}|1800(?:160401|975(?:70[7-9]|71[01]))|1300975(?:70[7-9]|71[01])|0491570(?:006|1(?:10|5[6-9])|313|737))$/

/** Returns true for a number that reaches nobody, such as the one in a fresh clone. */
export const isSamplePhone = (phone: string): boolean =>
  FICTIONAL.test(phone.replaceAll(/[^\d+]/g, '').replace(/^\+61/, '0'))

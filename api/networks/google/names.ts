/** What spreadsheets call Google Business Profile. The second is its short name, as in “GBP text”. */
export const googleNames = [
  'google',
  'gbp',
  'gmb',
  'google business',
  'google business profile',
  'google my business',
  'google profile',
]

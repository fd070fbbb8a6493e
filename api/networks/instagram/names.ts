/** What spreadsheets call Instagram. The second is its short name, as in “IG text”. */
export const instagramNames = ['instagram', 'ig', 'insta', 'instagram business']

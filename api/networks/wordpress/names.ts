/** What spreadsheets call WordPress. */
export const wordpressNames = ['wordpress', 'word press', 'wp']

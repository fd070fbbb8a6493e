/** What spreadsheets call Facebook. The second is its short name, as in “FB text”. */
export const facebookNames = ['facebook', 'fb', 'facebook page', 'facebook pages', 'meta facebook']

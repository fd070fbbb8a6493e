/** What spreadsheets call Bluesky. */
export const blueskyNames = ['bluesky', 'bsky', 'blue sky']

export const rowsInWords = (count: number) => (count === 1 ? '1 row' : `${count} rows`)

export const postsInWords = (count: number) => (count === 1 ? '1 post' : `${count} posts`)

/** Returns '1 post' or '1,200 posts'. */
export const plural = (count: number, one: string, many = `${one}s`) =>
  `${count.toLocaleString('en-AU')} ${count === 1 ? one : many}`

export const capitalised = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

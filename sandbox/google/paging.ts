import { BusinessError } from './business/error.ts'

/** Returns a page of a list and the token of the next one. */
export function pageOf<Item>(
  items: readonly Item[],
  { pageSize, pageToken }: Record<string, string>,
  { defaultSize, max }: { defaultSize: number; max: number },
): { items: Item[]; next: { nextPageToken?: string } } {
  const size = pageSize === undefined ? defaultSize : Number(pageSize)
  if (!Number.isInteger(size) || size < 0 || size > max)
    throw new BusinessError(400, `page_size must be between 0 and ${max}.`)
  const start = pageToken === undefined || pageToken === '' ? 0 : startOf(pageToken)
  if (!Number.isInteger(start)) throw new BusinessError(400, 'Invalid page token.')
  const end = start + (size || defaultSize)
  return {
    items: items.slice(start, end),
    next: end < items.length ? { nextPageToken: Buffer.from(`page:${end}`).toString('base64url') } : {},
  }
}

const startOf = (token: string) =>
  Number(/^page:(\d+)$/.exec(Buffer.from(token, 'base64url').toString())?.[1] ?? 'none')

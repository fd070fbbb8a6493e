/** Serialises the sandbox's world as JSON that preserves maps, dates and buffers. */
export const toJson = (value: unknown): string => JSON.stringify(encode(value))

export const fromJson = (text: string): unknown => decode(JSON.parse(text))

function encode(value: unknown): unknown {
  if (value instanceof Map) return { $map: [...value].map(entry => entry.map(encode)) }
  if (value instanceof Date) return { $date: value.toISOString() }
  if (value instanceof Uint8Array) return { $bytes: Buffer.from(value).toString('base64') }
  if (Array.isArray(value)) return value.map(encode)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, part]) => typeof part !== 'function')
      .map(([name, part]) => [name, encode(part)]),
  )
}

function decode(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(decode)
  if (typeof value !== 'object' || value === null) return value
  if ('$map' in value)
    return new Map((value.$map as [unknown, unknown][]).map(([k, v]) => [decode(k), decode(v)]))
  if ('$date' in value) return new Date(value.$date as string)
  if ('$bytes' in value) return Buffer.from(value.$bytes as string, 'base64')
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, decode(part)]))
}

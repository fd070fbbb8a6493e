import * as v from 'valibot'

/** Parses JSON; undefined if it is invalid. Returns integers beyond 2^53 as text, because Meta's ids exceed it. */
export function parseGraphJson(text: string): unknown {
  try {
    return JSON.parse(text, keepExact)
  } catch {
    return undefined
  }
}

function keepExact(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value
  const source = context?.source ?? ''
  return /^-?\d+$/.test(source) ? source : value
}

/** Graph's response to most changes. */
export const Success = v.object({ success: v.literal(true) })

/** An id, which Graph returns as text or as a number. */
export const GraphId = v.pipe(v.union([v.pipe(v.string(), v.nonEmpty()), v.number()]), v.transform(String))

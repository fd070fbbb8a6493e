import { unknownName } from './business/error.ts'

/** Parses a field of a JSON body that holds an object or a list. */
export function parseJsonField(text: string | undefined, field: string): unknown {
  if (!text) return null
  try {
    return JSON.parse(text)
  } catch {
    throw unknownName(field, " at 'local_post': Proto field is not of that kind.")
  }
}

import { networks } from '#shared/networks.ts'
import { NOT_CONNECTED } from '#shared/posts/posts.ts'
import { $draft, $enabled, type DraftField } from '#site/dashboard/composer/draft/draft.ts'
import type { ApiError } from '#site/lib/api/error.ts'

const notConnected: readonly string[] = Object.values(NOT_CONNECTED)

/** Maps the api's validation errors to this form's fields. */
export function fieldErrors({ code, message, fields }: ApiError): Partial<Record<DraftField, string>> {
  if (code === 'unsupported' || code === 'too_large') return { media: message }
  const errors: Partial<Record<DraftField, string>> = {}
  for (const [name, message] of Object.entries(fields)) {
    const field = fieldOf(name, message)
    if (field) errors[field] ??= message
  }
  return errors
}

function fieldOf(name: string, message: string): DraftField | undefined {
  if (/^(media|data\.altTexts|data\.mediaIds)\b/.test(name)) return 'media'
  if (name === 'scheduledTime') return 'scheduledTime'
  if (!/^(data\.)?platforms\b/.test(name)) return undefined
  if (notConnected.includes(message)) return 'platforms'
  if (/comment/.test(message)) return 'firstComment'
  if ($draft.get().sameMessage) return 'message'
  return $enabled.get().find(network => message.includes(networks[network].name)) ?? 'platforms'
}

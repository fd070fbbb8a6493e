import { OpenAiError } from './openai-error.ts'

export interface Model {
  id: string
  created: number
  shutdownDate: string | null
  /** True for reasoning models, which accept only a temperature of 1, and no `max_tokens`. */
  reasons: boolean
}

const model = (id: string, created: string, shutdownDate: string | null, reasons = false): Model => ({
  id,
  created: Date.parse(created) / 1000,
  shutdownDate,
  reasons,
})

export const MODELS: readonly Model[] = [
  model('gpt-4o', '2024-05-10', '2027-01-14'),
  model('gpt-4o-mini', '2024-07-16', '2027-01-14'),
  model('gpt-4.1', '2025-04-10', '2027-01-14'),
  model('gpt-4.1-mini', '2025-04-10', '2027-01-14'),
  model('gpt-6-luna', '2026-08-04', null, true),
]

export const modelBody = ({ id, created, shutdownDate }: Model) => ({
  id,
  object: 'model',
  created,
  owned_by: 'openai',
  shutdown_date: shutdownDate,
})

export function findModel(id: string): Model {
  const found = MODELS.find(each => each.id === id)
  if (found) return found
  throw new OpenAiError(`The model \`${id}\` does not exist or you do not have access to it.`, {
    status: 404,
    code: 'model_not_found',
  })
}

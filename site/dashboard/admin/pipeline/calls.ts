import type {
  ChangeRequest,
  CreateClient,
  NoteOnRequest,
  ReplyToRequest,
  RequestEvent,
  RequestStage,
  UndoClient,
} from '#shared/requests/pipeline.ts'
import { api } from '#site/lib/api/api.ts'

/** A request's stage and history. */
export type Progress = RequestStage & { history: readonly RequestEvent[] }

type CallOptions = { headers: { 'Idempotency-Key': string } }
type Kind = 'supportRequests' | 'featureRequests'

/** Returns the calls that move requests of a kind through the pipeline. */
export function pipelineCalls(kind: Kind) {
  const one: (typeof api.admin)[Kind][':id'] = api.admin[kind][':id']
  return {
    read: async (id: string): Promise<Progress> => (await (await one.$get({ param: { id } })).json()).data,
    change: async (id: string, json: ChangeRequest): Promise<Progress> =>
      (await (await one.$patch({ param: { id }, json })).json()).data,
    createClient: async (id: string, json: CreateClient): Promise<Progress> =>
      (await (await one.client.$post({ param: { id }, json })).json()).data,
    undoClient: async (id: string, json: UndoClient): Promise<Progress> =>
      (await (await one.client.undo.$post({ param: { id }, json })).json()).data,
    note: async (id: string, json: NoteOnRequest, options: CallOptions): Promise<Progress> =>
      (await (await one.notes.$post({ param: { id }, json }, options)).json()).data,
    reply: async (id: string, json: ReplyToRequest, options: CallOptions): Promise<Progress> =>
      (await (await one.replies.$post({ param: { id }, json }, options)).json()).data,
  }
}
export type PipelineCalls = ReturnType<typeof pipelineCalls>

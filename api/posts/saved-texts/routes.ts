import { Hono } from 'hono'

import { requireUser } from '#api/auth/middleware/user.ts'
import type { UserContext, UserEnv } from '#api/context.ts'
import { limitChanges } from '#api/http/limits/limits.ts'
import { describing, parseInput, validate, done } from '#api/http/route.ts'
import type { ErrorCode } from '#shared/errors.ts'
import {
  SaveHashtagSet,
  type SavedText,
  SaveReply,
  SaveTemplate,
  type SaveText,
} from '#shared/posts/saved-texts.ts'
import { ClientId } from '#shared/text/text.ts'
import {
  deleteTemplate,
  hashtagSetTexts,
  listTemplates,
  savedReplyTexts,
  saveTemplate,
} from './saved-texts.ts'

const FIELDS = '`_id name text updatedAt`'

type Texts = {
  /** Descriptions of the calls for which `noun` isn't enough. */
  summaries: { list: string; save: string; saved: string }
  /** Errors of the calls that change a text, besides `not_found` and `conflict`. */
  errors?: ErrorCode[]
  list: (ctx: UserContext) => Promise<SavedText[]>
  save: (ctx: UserContext, id: string, input: SaveText) => Promise<SavedText>
  remove: (ctx: UserContext, id: string) => Promise<void>
}

const savedTextRoutes = (
  noun: string,
  schema: typeof SaveTemplate | typeof SaveReply | typeof SaveHashtagSet,
  { summaries, errors = [], list, save, remove }: Texts,
  tag = `${noun}s`,
) => {
  const describe = describing(tag)
  const title = noun.charAt(0).toUpperCase() + noun.slice(1)
  return new Hono<UserEnv>()
    .use(requireUser)
    .get('/', describe(summaries.list, { data: `A list of ${FIELDS}` }), async c =>
      c.json({ success: true, data: await list(c.var.ctx) }),
    )
    .put(
      '/:id',
      describe(summaries.save, { data: summaries.saved, errors: ['not_found', 'conflict', ...errors] }),
      limitChanges,
      validate('json', schema),
      async c => {
        const id = parseInput(ClientId, c.req.param('id'))
        const data = await save(c.var.ctx, id, c.req.valid('json'))
        return c.json({ success: true, message: `${title} saved.`, data })
      },
    )
    .delete('/:id', describe(`Delete a ${noun}`, { errors: ['not_found', ...errors] }), limitChanges, c =>
      done(c, remove(c.var.ctx, c.req.param('id')), `${title} deleted.`),
    )
}

export const templateRoutes = savedTextRoutes('template', SaveTemplate, {
  summaries: {
    list: 'List your templates, by name',
    save: 'Save a template under an id that the client generates',
    saved: FIELDS,
  },
  list: listTemplates,
  save: saveTemplate,
  remove: deleteTemplate,
})

export const hashtagSetRoutes = savedTextRoutes('hashtag set', SaveHashtagSet, {
  summaries: {
    list: 'List the hashtag sets of the selected business, by name',
    save: 'Save a hashtag set of the selected business under an id that the client generates',
    saved: `${FIELDS}; \`text\` has the hashtags, each once`,
  },
  errors: ['forbidden'],
  ...hashtagSetTexts,
})

export const savedReplyRoutes = savedTextRoutes(
  'saved reply',
  SaveReply,
  {
    summaries: {
      list: 'List the replies that the selected business has saved for its inbox, by name',
      save: 'Save a reply of the selected business under an id that the client generates',
      saved: FIELDS,
    },
    errors: ['forbidden'],
    ...savedReplyTexts,
  },
  'Saved replies',
)

import * as v from 'valibot'

import { PostQuery } from './posts.ts'

export const SPREADSHEET_FORMATS = ['csv', 'xlsx'] as const
export type SpreadsheetFormat = (typeof SPREADSHEET_FORMATS)[number]

export const ExportPosts = v.object({
  format: v.optional(v.picklist(SPREADSHEET_FORMATS), 'csv'),
  domainId: PostQuery.entries.domainId,
  tab: PostQuery.entries.tab,
  from: PostQuery.entries.from,
  to: PostQuery.entries.to,
  label: PostQuery.entries.label,
})
export type ExportPosts = v.InferOutput<typeof ExportPosts>

import { apiCode, matchesOf, resolve, type Wall } from './source.ts'

/** Folders that write a schema's tables, if their name isn't the schema's. */
const WRITERS: Record<string, string[]> = {
  activity: ['businesses/activity'],
  approvals: ['reviews', 'deliveries/approval'],
  bookings: ['visitors/bookings'],
  compliance: ['accounts/compliance'],
  domains: ['businesses'],
  drafts: ['posts/drafts'],
  feeds: ['posts/feeds'],
  imports: ['posts/imports'],
  limits: ['http/limits'],
  live: ['outbox'],
  mail: ['outbox'],
  members: ['auth/access', 'businesses/members'],
  outages: ['accounts'],
  posts: ['posts', 'publishing', 'deliveries', 'reviews'],
  processes: ['boot/processes'],
  'public-audits': ['visitors/audits'],
  push: ['notifications/push'],
  requests: ['visitors/requests'],
  slots: ['posts/slots'],
  'saved-texts': ['posts/saved-texts'],
  'two-factor': ['auth/two-factor'],
}

const schemaOf = (path: string) => /^api\/db\/schema\/[^/]+\/([^/]+)\.ts$/.exec(path)?.[1]
const writersOf = (schema: string) => WRITERS[schema] ?? [schema]
const isWriter = (path: string, schema: string) =>
  writersOf(schema).some(folder => path.startsWith(`api/${folder}/`))

const IMPORT = /^import \{([^}]*)\} from '([^']+)'/gm

/** Only its own feature writes to a table, so that the table's invariants are in one folder. */
export const featuresWriteTheirOwnTables: Wall = sources =>
  apiCode(sources).flatMap(source =>
    [...source.text.matchAll(IMPORT)].flatMap(([, names = '', from = '']) => {
      const schema = schemaOf(resolve(source.path, from) ?? '')
      if (!schema || isWriter(source.path, schema)) return []
      const tables = names.match(/\w+(?=\s*(,|$))/g)?.join('|')
      return matchesOf(
        [source],
        new RegExp(`\\.(insert|update|delete)\\(\\s*(${tables})\\b`, 'g'),
        `only ${writersOf(schema).join(', ')} may write to it: join it here, and write it through a function of theirs.`,
      )
    }),
  )

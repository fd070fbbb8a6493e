import { domains } from '#api/db/schema/businesses/domains.ts'
import { integer, partOf, sqliteTable, text, unique } from '#api/db/schema/columns.ts'

/** Weekly posting times of a business, in its time zone. */
export const slots = sqliteTable(
  'slots',
  {
    id: text().primaryKey(),
    domainId: partOf('domain_id', () => domains.id),
    /** ISO: Monday is 1. */
    weekday: integer().notNull(),
    /** `HH:MM` in the time zone of the business. */
    time: text().notNull(),
  },
  t => [unique('slots_domain').on(t.domainId, t.weekday, t.time)],
)

import { and, eq, inArray, sql, type SQLWrapper } from 'drizzle-orm'

import type { Context } from '#api/context.ts'
import { members } from '#api/db/schema/businesses/members.ts'
import { rolesWith } from '#shared/businesses/permissions.ts'

const able = rolesWith('approve')

/** SQL: the chosen approvers of a business whose role still lets them approve. */
const chosenOf = (domainId: SQLWrapper) => sql`
  select chosen.value from approval_rules as rule, json_each(rule.approvers) as chosen
  join members as able on able.domain_id = rule.domain_id and able.user_id = chosen.value
    and able.role in ${able}
  where rule.domain_id = ${domainId}`

/**
 * SQL condition: the business has chosen this member as an approver. If it has chosen nobody, or none of the chosen can approve
 * any more, it holds for everybody. Check the member's role as well.
 */
export const isChosenApprover = (userId: SQLWrapper | string, domainId: SQLWrapper) =>
  sql`(${userId} in (${chosenOf(domainId)}) or not exists (${chosenOf(domainId)}))`

/** Returns the members who may approve, by their role and by the business's rule. */
export async function approversOf({ db }: Pick<Context, 'db'>, domainId: string): Promise<string[]> {
  const rows = await db
    .select({ userId: members.userId })
    .from(members)
    .where(
      and(
        eq(members.domainId, domainId),
        inArray(members.role, [...able]),
        isChosenApprover(sql`members.user_id`, sql`members.domain_id`),
      ),
    )
  return rows.map(({ userId }) => userId)
}

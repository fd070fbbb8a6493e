import { type Client, VISIT_HOURS } from '#shared/businesses/clients.ts'
import { ask } from '#site/dashboard/shared/ask.tsx'
import { openAsAdministrator } from '#site/dashboard/shared/domains/visits.ts'
import { ROUTES } from '#site/dashboard/shared/router.ts'

/** Asks an administrator before they open a business of which they aren't a member, because its members see the visit. */
export const askToOpen = (client: Pick<Client, '_id' | 'businessName'>, href: string = ROUTES.client) =>
  ask({
    title: `Open ${client.businessName} as administrator?`,
    label: 'Open',
    children: `For ${VISIT_HOURS} hours you can do what an editor can. Its members see your visit and all your changes in their activity.`,
    onAction: () => openAsAdministrator(client._id, href),
  })

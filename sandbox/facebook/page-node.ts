import type { NodeFields } from '../graph/fields.ts'
import type { GraphCall } from '../graph/operation.ts'
import { audienceOf } from '../world/audiences.ts'
import type { Page } from '../world/entities/people.ts'
import type { Token } from '../world/entities/sign-ins.ts'
import { pageToken } from '../world/tokens.ts'

const TASKS = ['ADVERTISE', 'ANALYZE', 'CREATE_CONTENT', 'MESSAGING', 'MODERATE', 'MANAGE']

/** Returns a Page's fields. Only a person who manages the Page sees its access token. */
export const pageFields = (call: GraphCall, token: Token): NodeFields<Page> => ({
  id: page => page.id,
  name: page => page.name,
  username: page => page.username,
  category: page => page.category,
  category_list: page => [{ id: '2500', name: page.category }],
  tasks: () => TASKS,
  about: page => `${page.name}, on Facebook.`,
  fan_count: page => audienceOf(call.world, page.id).followers,
  followers_count: page => audienceOf(call.world, page.id).followers,
  link: page => `${call.origin}/#account-${page.id}`,
  website: page => `https://${page.username}.example`,
  phone: () => '+61 2 5550 0100',
  emails: page => [`hello@${page.username}.example`],
  location: ({ hasNoAddress }) =>
    hasNoAddress
      ? undefined
      : {
          street: '12 Harbour Street',
          city: 'Sydney',
          country: 'Australia',
          zip: '2000',
          latitude: -33.8688,
          longitude: 151.2093,
        },
  cover: page => ({ source: pictureUrl(call, page), offset_x: 0, offset_y: 0 }),
  picture: page => ({
    data: { height: 50, width: 50, is_silhouette: false, url: pictureUrl(call, page) },
  }),
  access_token: page => (token.kind === 'page' ? token.value : pageToken(call.world, token, page.id).value),
})

const pictureUrl = (call: GraphCall, page: Page) =>
  `${call.origin}/pictures/${encodeURIComponent(page.name)}.svg`

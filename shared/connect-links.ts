import * as v from 'valibot'

import { Instant, optionalLine, required } from '#shared/text/text.ts'
import type { UnlistedGroup } from './accounts.ts'
import type { LinkKind } from './links.ts'
import { CHOOSE_NETWORK, NETWORK_IDS, type NetworkId } from './networks.ts'

export const CONNECT_LINK = {
  path: 'connect',
  days: 7,
  tooMany: 'This business has 200 connect links. Delete some first.',
  activity: { connects: true },
} as const satisfies LinkKind

export const NewConnectLink = v.object({
  networks: v.pipe(
    v.array(v.picklist(NETWORK_IDS, CHOOSE_NETWORK), 'Please choose at least one network.'),
    v.minLength(1, 'Please choose at least one network.'),
    v.maxLength(20, 'Please choose each network once.'),
    v.transform(networks => NETWORK_IDS.filter(network => networks.includes(network))),
  ),
  expiresAt: v.optional(Instant),
})
export type NewConnectLink = v.InferOutput<typeof NewConnectLink>

/** The visitor's handle or URL, on networks whose sign-in asks for it first (`account.asks`). */
export const ConnectStart = v.object({ handle: optionalLine(300) })

export const ConnectChoice = v.object({ id: required('Please choose one to continue.', 200) })
export type ConnectChoice = v.InferOutput<typeof ConnectChoice>

/** `choosing`: this browser has signed in, and its visitor hasn't chosen a Page or location yet. */
export type ConnectState = 'open' | 'choosing' | 'connected'

/** A network of a link. `name` is that of the connected account. */
export type ConnectNetwork = { network: NetworkId; state: ConnectState; name: string }

export type ConnectLink = {
  _id: string
  networks: ConnectNetwork[]
  /** Name of the member who created the link. */
  by: string
  expiresAt: string
  /** False if the link has expired, or its creator may no longer create links. */
  works: boolean
  openings: number
  openedAt: string | null
  createdAt: string
}

/** Contents of the page behind a connect link. */
export type ConnectInvitation = {
  business: { name: string; picture: string }
  /** Name of the member who created the link. */
  by: string
  expiresAt: string
  networks: ConnectNetwork[]
}

/** A Page or location to choose from. `blocked` says why posts can't go there. */
export type ConnectOption = { id: string; name: string; detail: string; blocked?: string }

/** Pages or locations that a sign-in may connect, and groups that its network didn’t list. */
export type ConnectOptions = { data: ConnectOption[]; unlisted: UnlistedGroup[] }

/** Outcomes with which a network's dialog returns to the page, in its URL. */
export const CONNECT_OUTCOMES = [
  'connected',
  'choose',
  'declined',
  'nothing',
  'taken',
  'full',
  'failed',
  'expired',
] as const
export type ConnectOutcome = (typeof CONNECT_OUTCOMES)[number]

export const CONNECT_MESSAGES = {
  gone: 'There is nothing to connect at this address. Ask the person who sent it to you for a new link.',
  used: 'This network is already connected.',
  notSignedIn: 'Please sign in again: this took too long, or was started in another browser.',
  taken:
    'This is already connected to another business. Choose another, or ask the person who sent you the link.',
  interrupted: 'The business changed while this was being connected. Please try again.',
  full: 'No more accounts can be connected to this business right now. Ask the person who sent you the link.',
} as const

import { type ReadableAtom, atom, computed } from 'nanostores'

import {
  byNetwork,
  type CentralNetwork,
  type MetaNetwork,
  type NetworkId,
  type DecentralizedNetwork,
} from '#shared/networks.ts'
import { $pages, pageChoice } from './facebook-pages.ts'
import {
  $googleSignIn,
  $locations,
  connectGoogle,
  connectGoogleFirst,
  locationChoice,
} from './google-sign-in.ts'
import { $signIns, cancelSignIn, connect, connectAfter, type SignIn } from './meta-sign-in.ts'
import { $serverSignIns, openForm } from './server-sign-in.ts'

type NetworkSignIn = {
  $signIn: ReadableAtom<SignIn>
  /** Connects or reconnects an account of the selected business. Call it within a click handler. */
  connect: () => unknown
  cancel?: () => void
  /** True after a sign-in that is followed by the choice of a Page or location. */
  $mustChoose: ReadableAtom<boolean>
  choose?: () => unknown
}

type FirstSignIn = NetworkSignIn & {
  /** Connects an account in the first steps. `prepare` adds the business, and resolves to false if that failed. */
  connectFirst: (prepare: () => Promise<boolean>, goOn: () => unknown) => Promise<unknown>
}

/** For networks whose sign-in is followed by no choice. */
export const $noChoice = atom(false)

const inWindow = (network: MetaNetwork): FirstSignIn => ({
  $signIn: $signIns[network],
  connect: () => connect(network),
  connectFirst: (prepare, goOn) => connectAfter(prepare, [network]).then(goOn),
  cancel: () => cancelSignIn(network),
  $mustChoose: $noChoice,
})

const onPage = (network: DecentralizedNetwork): NetworkSignIn => ({
  $signIn: $serverSignIns[network],
  connect: () => openForm(network),
  $mustChoose: $noChoice,
})

export const signIns: Record<CentralNetwork, FirstSignIn> & Record<NetworkId, NetworkSignIn> = {
  ...byNetwork(network => onPage(network as DecentralizedNetwork)),
  facebook: {
    ...inWindow('facebook'),
    $mustChoose: computed($pages, ({ data }) => (data?.pages.length ?? 0) > 0),
    choose: pageChoice.open,
  },
  instagram: inWindow('instagram'),
  google: {
    $signIn: $googleSignIn,
    connect: () => connectGoogle('social-hub'),
    async connectFirst(prepare) {
      if (await prepare()) await connectGoogleFirst()
    },
    $mustChoose: computed($locations, ({ data }) => data?.mustChoose ?? false),
    choose: locationChoice.open,
  },
}

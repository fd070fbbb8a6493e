import { ofEachNetwork } from '../networks.ts'
import { type Kill, MOMENTS } from './call-kills.ts'

const CALLS = ofEachNetwork(({ killed }) => killed)

export const KILLS: Kill[] = MOMENTS.flatMap(moment =>
  CALLS.map(call => ({
    ...call,
    moment,
    name: `${call.network} ${call.media} ${call.operation}: killed ${moment}`,
  })),
)

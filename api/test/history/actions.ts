import type { NetworkId } from '#shared/networks.ts'
import type { ApprovalAction } from './approvals.ts'
import type { Stall } from './stall.ts'
import type { StorageAction } from './storage-actions.ts'

/** `comment`: adds a first comment if the network supports one. */
export type NewPost = { network: NetworkId; inSeconds: number; comment: boolean }

/** An event in the life of a business's posts: by its owner, by time, at the provider, or in our own process. */
export type Action =
  | ({ do: 'create' } & NewPost)
  /** Saves a draft and posts it from several windows at once. */
  | ({ do: 'post draft'; windows: number } & NewPost)
  | { do: 'edit'; post: number; comment: boolean }
  | { do: 'cancel' | 'retry'; post: number }
  /** Retries all posts at once. */
  | { do: 'retry all' }
  /** `consent`: publish on the account that is connected now. */
  | { do: 'move'; post: number; inSeconds: number; consent?: boolean }
  | { do: 'disconnect'; network: NetworkId }
  /** The network rejects all tokens that it has issued. */
  | { do: 'expire'; network: NetworkId }
  | { do: 'reconnect'; network: NetworkId; as: 'same' | 'another' }
  | { do: 'delete domain' }
  /** The owner requests the deletion of their account, or cancels it. */
  | { do: 'leave' | 'stay' }
  /** Advances the clock, or sets it back if `seconds` is negative. */
  | { do: 'wait'; seconds: number }
  | {
      do: 'fault'
      network: NetworkId
      operation: string
      kind: string
      code?: number
      ms?: number
      times: number
    }
  /** A write fails. The process dies, unless the failure `passes`. */
  | { do: 'crash'; write: number; kept: boolean; passes: boolean }
  | StorageAction
  | ApprovalAction
  /** Two processes work at the same time. */
  | { do: 'race' }
  | Stall
  /** The owner acts while a process is working. */
  | { do: 'meanwhile'; action: Action }

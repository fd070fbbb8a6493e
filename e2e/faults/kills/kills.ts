import { type Kill, MOMENTS } from './call-kills.ts'

const CALLS: Pick<Kill, 'network' | 'media' | 'operation'>[] = [
  { network: 'facebook', media: 'pictures', operation: 'photos' },
  { network: 'facebook', media: 'pictures', operation: 'feed' },
  { network: 'facebook', media: 'clip', operation: 'videos.start' },
  { network: 'facebook', media: 'clip', operation: 'videos.transfer' },
  { network: 'facebook', media: 'clip', operation: 'videos.finish' },
  { network: 'facebook', media: 'clip', operation: 'status' },
  { network: 'instagram', media: 'picture', operation: 'limit' },
  { network: 'instagram', media: 'pictures', operation: 'media' },
  { network: 'instagram', media: 'clip', operation: 'media' },
  { network: 'instagram', media: 'picture', operation: 'status' },
  { network: 'instagram', media: 'picture', operation: 'media_publish' },
  { network: 'instagram', media: 'pictures', operation: 'media_publish' },
  { network: 'instagram', media: 'picture', operation: 'posts' },
  { network: 'facebook', media: 'picture', operation: 'comments' },
  { network: 'instagram', media: 'picture', operation: 'comments' },
  { network: 'google', media: 'picture', operation: 'token' },
  { network: 'google', media: 'picture', operation: 'localPosts' },
  { network: 'google', media: 'picture', operation: 'post' },
  { network: 'bluesky', media: 'picture', operation: 'token' },
  { network: 'bluesky', media: 'pictures', operation: 'uploadBlob' },
  { network: 'bluesky', media: 'pictures', operation: 'putRecord' },
  { network: 'wordpress', media: 'pictures', operation: 'draft' },
  { network: 'wordpress', media: 'pictures', operation: 'media' },
  { network: 'wordpress', media: 'pictures', operation: 'publish' },
]

export const KILLS: Kill[] = MOMENTS.flatMap(moment =>
  CALLS.map(call => ({
    ...call,
    moment,
    name: `${call.network} ${call.media} ${call.operation}: killed ${moment}`,
  })),
)

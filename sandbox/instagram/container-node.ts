import type { NodeFields } from '../graph/fields.ts'
import type { GraphCall } from '../graph/operation.ts'
import type { Container } from '../world/entities/instagram.ts'
import { containerStatus, type ContainerStatus } from '../world/instagram-media.ts'

const WORDS: Record<Exclude<ContainerStatus, 'ERROR'>, string> = {
  IN_PROGRESS: 'In Progress: Media is still being processed.',
  FINISHED: 'Finished: Media has been uploaded and it is ready to be published.',
  PUBLISHED: 'Published: Media has been published.',
  EXPIRED: 'Expired: The container was not published within 24 hours and has expired.',
}

/** Under a `stuck` fault a finished container stays in progress. */
export function containerFields(call: GraphCall): NodeFields<Container> {
  const status = (container: Container) => {
    const real = containerStatus(call.world, container)
    return real === 'FINISHED' && call.fault?.kind === 'stuck' ? 'IN_PROGRESS' : real
  }
  return {
    id: container => container.id,
    status_code: status,
    status(container) {
      const code = status(container)
      return code === 'ERROR'
        ? `Error: Media upload has failed with error code ${container.failure}`
        : WORDS[code]
    },
  }
}

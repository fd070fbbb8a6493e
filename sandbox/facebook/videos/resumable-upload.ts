import type { StoredFile } from '../../files/file-store.ts'
import { requireToken } from '../../graph/authorise.ts'
import { GraphError, missingObject, graphError, missingParameter } from '../../graph/graph-error.ts'
import type { GraphCall } from '../../graph/operation.ts'
import type { UploadSession } from '../../world/entities/facebook.ts'
import type { Token } from '../../world/entities/sign-ins.ts'
import { ids } from '../../world/ids.ts'

const FILE_TYPES = ['application/pdf', 'image/jpeg', 'image/jpg', 'image/png', 'video/mp4']
const MAX_BYTES = 10 * 1024 ** 3

/** Opens a session for one file. Meta's guide names only user tokens, so others are refused. */
export function startSession(call: GraphCall) {
  const { world, params } = call
  const token = personToken(call)
  if (token.appId !== null && token.appId !== call.id) throw missingObject(call.method, call.id)
  if (!params['file_length']) throw missingParameter('file_length')
  if (!params['file_type']) throw missingParameter('file_type')
  const fileLength = Number(params['file_length'])
  if (!Number.isSafeInteger(fileLength) || fileLength <= 0 || fileLength > MAX_BYTES)
    throw graphError(100, 'Param file_length must be a number of bytes')
  if (!FILE_TYPES.includes(params['file_type'])) throw graphError(100, 'Param file_type is not supported')
  const id = `upload:${ids.object()}`
  const name = params['file_name'] ?? 'video.mp4'
  const file = world.files.begin({ name, type: params['file_type'] })
  world.uploadSessions.set(id, {
    id,
    personId: token.personId,
    fileLength,
    file,
    handle: null,
    published: false,
  })
  return { id }
}

/** Receives bytes at the session's offset. The call with the last ones returns the file's handle. */
export function receiveBytes(call: GraphCall) {
  const session = ownSession(call)
  const { world, files, headers } = call
  if (!headers['authorization']?.startsWith('OAuth '))
    throw graphError(100, 'The Authorization header must be of the form OAuth TOKEN')
  const part = files[0]?.file
  if (headers['file_offset'] === undefined) throw missingParameter('file_offset')
  const reached = session.file.bytes
  const fits = part && part.bytes > 0 && reached + part.bytes <= session.fileLength
  if (session.handle !== null || headers['file_offset'] !== String(reached) || !fits)
    throw new GraphError({
      code: 6001,
      message: `(#6001) The bytes do not continue the file at ${reached}`,
      data: { file_offset: reached },
    })
  world.files.append(session.file, part)
  if (session.file.bytes < session.fileLength) return {}
  session.handle = `4::${Buffer.from(session.id).toString('base64url')}`
  return { h: session.handle }
}

/** Returns the session's current offset. */
export function readSession(call: GraphCall) {
  const { id, file } = ownSession(call)
  return { id, file_offset: file.bytes }
}

/** Returns a handle's file. A handle can be used once. */
export function takeFile({ world }: GraphCall, handle: string): StoredFile {
  const session = [...world.uploadSessions.values()].find(one => one.handle === handle)
  if (!session || session.published)
    throw graphError(6000, 'The uploaded file does not exist or was published', 1363019)
  session.published = true
  return session.file
}

function ownSession(call: GraphCall): UploadSession {
  const { personId } = personToken(call)
  const session = call.world.uploadSessions.get(call.id)
  if (session?.personId !== personId) throw missingObject(call.method, call.id)
  return session
}

function personToken(call: GraphCall): Token {
  const token = requireToken(call, 'facebook')
  if (token.kind !== 'user') throw graphError(200, 'A User access token is required to upload files')
  return token
}

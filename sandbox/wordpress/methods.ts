import { pictureFormat, pictureSize } from '../files/picture.ts'
import type {
  WordPressEntry,
  WordPressSite,
  WordPressTerm,
  WordPressUser,
} from '../world/entities/wordpress.ts'
import { created, mayEdit, ok, paged, type RestCall, type RestReply } from './call.ts'
import { changeComment, createComment, deleteComment, listComments, readComment } from './comments.ts'
import { checkParameters, listOf, numbersOf, type Parameters, RULES } from './parameters.ts'
import { forbidden, invalidPost, noRoute, notLoggedIn, RestError, trashNotSupported } from './rest-error.ts'
import { addTerm, can, capabilitiesOf, freeSlug, nextId, permalink, sanitizedSlug, siteUrl } from './sites.ts'

interface Route {
  method: string
  path: RegExp
  /** Name of the operation in faults. */
  fault: string
  run: (call: RestCall, id: number) => RestReply
}

function readRoot({ site, origin }: RestCall): RestReply {
  const home = siteUrl(origin, site)
  return ok({
    name: entities(site.name),
    description: 'Just another WordPress site',
    url: home,
    home,
    gmt_offset: '0',
    timezone_string: '',
    namespaces: ['oembed/1.0', 'wp/v2', 'wp-site-health/v1', 'wp-block-editor/v1'],
    authentication: {
      'application-passwords': {
        endpoints: { authorization: `${home}/wp-admin/authorize-application.php` },
      },
    },
  })
}

function requireUser({ user }: RestCall): WordPressUser {
  if (!user) throw notLoggedIn()
  return user
}

function readMe(call: RestCall): RestReply {
  const user = requireUser(call)
  checkParameters(call.parameters, RULES.read)
  const { id, login, name } = user
  const inEdit = call.parameters['context'] === 'edit' && {
    username: login,
    email: `${login}@mail.example`,
    capabilities: capabilitiesOf(user),
  }
  return ok({ id, name, slug: login, ...inEdit })
}

/** Lists users. Those who may write posts see each other, and everybody else sees only those who have published. */
function listUsers(call: RestCall): RestReply {
  const { site, user, parameters } = call
  checkParameters(parameters, RULES.listUsers)
  const isAuthor = user !== undefined && can(user, 'edit_posts')
  if (parameters['who'] === 'authors' && !isAuthor)
    throw new RestError(
      user ? 403 : 401,
      'rest_forbidden_who',
      'Sorry, you are not allowed to query users by this parameter.',
    )
  const wanted = numbersOf(parameters['include'])
  const published = [...site.entries.values()].filter(isPublic).map(({ author }) => author)
  const found = site.users
    .filter(({ id }) => wanted.length === 0 || wanted.includes(id))
    .filter(each => (parameters['who'] === 'authors' ? can(each, 'edit_posts') : published.includes(each.id)))
  return paged(call, found, null, ({ id, name, login }) => ({ id, name, slug: login }))
}

function passwordOf(call: RestCall) {
  const [, password] = basicOf(call.parameters) ?? []
  return requireUser(call).passwords.find(each => each.password === password)
}

function introspect(call: RestCall): RestReply {
  const found = passwordOf(call)
  if (!found)
    throw new RestError(404, 'rest_application_password_not_found', 'Application password not found.')
  return ok({ uuid: found.uuid, app_id: found.appId, name: found.name })
}

function deletePassword(call: RestCall): RestReply {
  const user = requireUser(call)
  const uuid = call.path.slice(call.path.lastIndexOf('/') + 1)
  const before = user.passwords.length
  user.passwords = user.passwords.filter(each => each.uuid !== uuid)
  if (user.passwords.length === before)
    throw new RestError(404, 'rest_application_password_not_found', 'Application password not found.')
  return ok({ deleted: true })
}

/** Name of the parameter in which `serveRest` passes a request's credentials. */
export const BASIC = ' basic'
export const basicOf = (parameters: Parameters) => {
  const text = parameters[BASIC]
  const colon = text?.indexOf(':') ?? -1
  return text === undefined || colon < 0
    ? undefined
    : ([text.slice(0, colon), text.slice(colon + 1)] as const)
}

const isPublic = ({ status }: WordPressEntry) => status === 'publish'

/** Lists posts or files, as far as the caller may see them. */
function listEntries(call: RestCall, type: WordPressEntry['type']): RestReply {
  const { site, user, parameters } = call
  checkParameters(parameters, type === 'post' ? RULES.listPosts : RULES.listMedia)
  if (parameters['context'] === 'edit' && !(user && can(user, 'edit_posts')))
    throw new RestError(
      user ? 403 : 401,
      'rest_forbidden_context',
      'Sorry, you are not allowed to edit posts in this post type.',
    )
  const statuses = listOf(parameters['status'] ?? (type === 'post' ? 'publish' : 'inherit'))
  if (statuses.some(status => !['publish', 'inherit'].includes(status)) && !(user && can(user, 'edit_posts')))
    throw new RestError(400, 'rest_invalid_param', 'Invalid parameter(s): status', {
      params: { status: 'Status is forbidden.' },
      details: {
        status: {
          code: 'rest_forbidden_status',
          message: 'Status is forbidden.',
          data: { status: user ? 403 : 401 },
        },
      },
    })
  const slugs = listOf(parameters['slug'])
  const parents = numbersOf(parameters['parent'])
  const found = [...site.entries.values()]
    .filter(entry => entry.type === type)
    .filter(({ status }) => (statuses.includes('any') ? status !== 'trash' : statuses.includes(status)))
    .filter(({ slug }) => slugs.length === 0 || slugs.includes(slug))
    .filter(({ parent }) => parents.length === 0 || parents.includes(parent))
    .filter(entry => entry.type === 'attachment' || isPublic(entry) || mayEdit(user, entry))
    .toSorted(
      parameters['orderby'] === 'id'
        ? (a, b) => a.id - b.id
        : (a, b) => a.date.getTime() - b.date.getTime() || a.id - b.id,
    )
  if (parameters['order'] !== 'asc') found.reverse()
  return paged(call, found, 'rest_post_invalid_page_number', entry => shown(call, entry))
}

function entryOf({ site }: RestCall, id: number, type: WordPressEntry['type']): WordPressEntry {
  const entry = site.entries.get(id)
  if (entry?.type !== type) throw invalidPost()
  return entry
}

function readEntry(call: RestCall, id: number): RestReply {
  checkParameters(call.parameters, RULES.read)
  const entry = entryOf(call, id, 'post')
  if (!isPublic(entry) && !mayEdit(call.user, entry))
    throw new RestError(call.user ? 403 : 401, 'rest_forbidden', 'Sorry, you are not allowed to do that.')
  if (call.parameters['context'] === 'edit' && !mayEdit(call.user, entry))
    throw forbidden('rest_forbidden_context', 'edit this post')
  return ok(shown(call, entry))
}

function requireRights(call: RestCall, capability: string): WordPressUser {
  const { user } = call
  if (!user)
    throw new RestError(401, 'rest_cannot_create', 'Sorry, you are not allowed to create posts as this user.')
  if (!can(user, capability)) throw forbidden('rest_cannot_create', 'create posts as this user')
  return user
}

function createPost(call: RestCall): RestReply {
  const user = requireRights(call, 'edit_posts')
  const entry: WordPressEntry = {
    id: nextId(call.site),
    type: 'post',
    status: 'draft',
    slug: '',
    title: '',
    content: '',
    excerpt: '',
    date: call.world.now(),
    author: user.id,
    featuredMedia: 0,
    categories: [...call.site.terms.values()].slice(0, 1).map(({ id }) => id),
    tags: [],
    parent: 0,
    altText: '',
    file: null,
    size: null,
  }
  const changed = change(call, user, entry)
  const { title, content, excerpt } = changed
  if (!title && !content && !excerpt)
    throw new RestError(400, 'empty_content', 'Content, title, and excerpt are empty.')
  return created(shown(call, changed))
}

function updatePost(call: RestCall, id: number): RestReply {
  const entry = entryOf(call, id, 'post')
  if (!call.user)
    throw new RestError(401, 'rest_cannot_edit', 'Sorry, you are not allowed to edit this post.')
  if (!mayEdit(call.user, entry)) throw forbidden('rest_cannot_edit', 'edit this post')
  return ok(shown(call, change(call, call.user, entry)))
}

/** Applies a request to a post. A repeated call that publishes it keeps its date. */
function change(call: RestCall, user: WordPressUser, entry: WordPressEntry): WordPressEntry {
  const { site, world, parameters } = call
  checkParameters(parameters, RULES.savePost)
  const wanted = (parameters['status'] ?? entry.status) as WordPressEntry['status']
  const status = wanted === 'publish' && !isPublic(entry) && site.moderates ? 'pending' : wanted
  if (['publish', 'future', 'private'].includes(wanted) && !can(user, 'publish_posts'))
    throw forbidden('rest_cannot_publish', 'publish posts in this post type')
  const wasPublic = isPublic(entry)
  const next: WordPressEntry = {
    ...entry,
    status,
    title: parameters['title'] ?? entry.title,
    content: parameters['content'] ?? entry.content,
    excerpt: parameters['excerpt'] ?? entry.excerpt,
  }
  if (status === 'publish' && !wasPublic) next.date = world.now()
  // An untrashed post gets its slug back.
  const slug = parameters['slug'] ?? entry.slug.replace(/__trashed$/, '')
  next.slug =
    slug !== ''
      ? freeSlug(site, sanitizedSlug(slug), entry.id)
      : status === 'publish'
        ? freeSlug(
            site,
            sanitizedSlug(next.title.replaceAll(/&[#\w]+;|<[^>]*>/g, ' ')) || String(entry.id),
            entry.id,
          )
        : ''
  if (parameters['categories'] !== undefined)
    next.categories = knownTerms(site, 'category', numbersOf(parameters['categories']))
  if (parameters['tags'] !== undefined)
    next.tags = knownTerms(site, 'post_tag', numbersOf(parameters['tags']))
  if (parameters['featured_media'] !== undefined) {
    const featured = Number(parameters['featured_media'])
    next.featuredMedia = site.entries.get(featured)?.type === 'attachment' ? featured : 0
  }
  site.entries.set(next.id, next)
  if (isPublic(next))
    for (const { file } of filesOf(site, next)) if (file) world.shownFiles.set(file.id, file)
  return next
}

const knownTerms = (site: WordPressSite, taxonomy: WordPressTerm['taxonomy'], ids: number[]) =>
  ids.filter(id => site.terms.get(id)?.taxonomy === taxonomy)

/** Returns the files of a post: the featured one, then those in its text. */
export function filesOf(site: WordPressSite, { featuredMedia, content }: WordPressEntry): WordPressEntry[] {
  const ids = [featuredMedia, ...[...content.matchAll(/wp-image-(\d+)/g)].map(([, id]) => Number(id))]
  return ids.flatMap(id => site.entries.get(id) ?? [])
}

function deleteEntry(call: RestCall, id: number, type: WordPressEntry['type']): RestReply {
  const { site, user, parameters } = call
  checkParameters(parameters, RULES.remove)
  const entry = entryOf(call, id, type)
  if (!user) throw new RestError(401, 'rest_cannot_delete', 'Sorry, you are not allowed to delete this post.')
  if (!mayEdit(user, entry)) throw forbidden('rest_cannot_delete', 'delete this post')
  const previous = shown(call, entry)
  if (['true', '1'].includes(parameters['force'] ?? '')) {
    site.entries.delete(id)
    // Files stay when their post is deleted.
    for (const other of site.entries.values()) if (other.parent === id) other.parent = 0
    return ok({ deleted: true, previous })
  }
  if (type === 'attachment') throw trashNotSupported()
  if (entry.status === 'trash')
    throw new RestError(410, 'rest_already_trashed', 'The post has already been deleted.')
  entry.status = 'trash'
  entry.slug = `${entry.slug}__trashed`
  return ok(shown(call, entry))
}

const MAX_UPLOAD_BYTES = 8 * 1024 ** 2
const PICTURES = new Set(['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/avif'])

/** Adds a file. WordPress responds with 500 to an unsupported type. */
function uploadMedia(call: RestCall): RestReply {
  const { world, site, parameters, files } = call
  const user = requireRights(call, 'upload_files')
  checkParameters(parameters, RULES.saveMedia)
  const parent = Number(parameters['post'] ?? 0)
  if (parent && !site.entries.has(parent)) throw invalidPost()
  const upload = files[0]
  if (!upload)
    throw new RestError(400, 'rest_upload_no_content_disposition', 'No Content-Disposition supplied.')
  const { file } = upload
  const format = pictureFormat(file.head)
  const isWebP = file.head.subarray(8, 12).toString('latin1') === 'WEBP'
  const name = file.name ?? ''
  const known = /\.(jpe?g|png|gif|webp|avif)$/i.test(name) && PICTURES.has(file.type)
  if (!known || (!format && !isWebP && file.type !== 'image/avif') || file.bytes > MAX_UPLOAD_BYTES) {
    world.files.forget(file)
    throw new RestError(
      500,
      'rest_upload_unknown_error',
      file.bytes > MAX_UPLOAD_BYTES
        ? 'The uploaded file exceeds the upload_max_filesize directive in php.ini.'
        : 'Sorry, you are not allowed to upload this file type.',
    )
  }
  const bytes = world.files.read(file)
  const id = nextId(site)
  const base = name.replace(/\.\w+$/, '')
  const entry: WordPressEntry = {
    id,
    type: 'attachment',
    status: 'inherit',
    slug: freeSlug(site, sanitizedSlug(parameters['slug'] ?? parameters['title'] ?? base), id),
    title: parameters['title'] ?? base,
    content: '',
    excerpt: '',
    date: world.now(),
    author: user.id,
    featuredMedia: 0,
    categories: [],
    tags: [],
    parent,
    altText: parameters['alt_text'] ?? '',
    file,
    size: bytes && format ? pictureSize(bytes) : null,
  }
  site.entries.set(id, entry)
  return created(shown(call, entry))
}

function listTerms(call: RestCall, taxonomy: WordPressTerm['taxonomy']): RestReply {
  const { site, parameters } = call
  checkParameters(parameters, RULES.listTerms)
  const search = (parameters['search'] ?? '').toLowerCase()
  const terms = [...site.terms.values()].filter(
    term => term.taxonomy === taxonomy && entities(term.name).toLowerCase().includes(search),
  )
  return paged(call, terms, null, shownTerm)
}

const shownTerm = ({ id, name, taxonomy }: WordPressTerm) => ({ id, name: entities(name), taxonomy })

function createTag(call: RestCall): RestReply {
  const { site, parameters } = call
  requireRights(call, 'edit_posts')
  checkParameters(parameters, RULES.saveTerm)
  const name = parameters['name']?.trim()
  if (!name) throw new RestError(400, 'rest_missing_callback_param', 'Missing parameter(s): name')
  if (name.replaceAll(/<[^>]*>/g, '').trim() === '')
    throw new RestError(500, 'empty_term_name', 'A name is required for this term.')
  const known = [...site.terms.values()].find(
    term => term.taxonomy === 'post_tag' && term.name.toLowerCase() === name.toLowerCase(),
  )
  if (known)
    throw new RestError(
      400,
      'term_exists',
      'A term with the name provided already exists in this taxonomy.',
      { term_id: known.id },
    )
  return created(shownTerm(addTerm(site, 'post_tag', name)))
}

const entities = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

function shown(call: RestCall, entry: WordPressEntry): Record<string, unknown> {
  const { origin, site, parameters } = call
  const { id, slug, status, file, parent, altText, featuredMedia } = entry
  const text = (raw: string) => ({
    ...(parameters['context'] === 'edit' && { raw }),
    rendered: raw.replaceAll(/<!--[^]*?-->\n?/g, '').replaceAll("'", '&#8217;'),
  })
  const at = entry.date.toISOString().slice(0, 19)
  if (entry.type === 'attachment')
    return {
      id,
      slug,
      status,
      post: parent || null,
      alt_text: altText,
      title: text(entry.title),
      media_type: 'image',
      mime_type: file?.type,
      source_url: `${origin}/files/${file?.id}`,
    }
  const featured = site.entries.get(featuredMedia)
  return {
    id,
    date: at,
    date_gmt: at,
    slug,
    status,
    link: permalink(origin, site, entry),
    title: text(entry.title),
    content: text(entry.content),
    excerpt: text(entry.excerpt),
    author: entry.author,
    featured_media: featuredMedia,
    categories: entry.categories,
    tags: entry.tags,
    ...(parameters['_embed'] !== undefined &&
      featured && { _embedded: { 'wp:featuredmedia': [shown(call, featured)] } }),
  }
}

const ME = String.raw`\/wp\/v2\/users\/me`
const ROUTES: Route[] = [
  { method: 'GET', path: /^\/?$/, fault: 'root', run: readRoot },
  { method: 'GET', path: new RegExp(`^${ME}$`), fault: 'accounts', run: readMe },
  { method: 'GET', path: /^\/wp\/v2\/users$/, fault: 'users', run: listUsers },
  {
    method: 'GET',
    path: new RegExp(`^${ME}\\/application-passwords\\/introspect$`),
    fault: 'password',
    run: introspect,
  },
  {
    method: 'DELETE',
    path: new RegExp(`^${ME}\\/application-passwords\\/[\\w-]+$`),
    fault: 'password',
    run: deletePassword,
  },
  { method: 'GET', path: /^\/wp\/v2\/posts$/, fault: 'posts', run: call => listEntries(call, 'post') },
  { method: 'POST', path: /^\/wp\/v2\/posts$/, fault: 'draft', run: createPost },
  { method: 'GET', path: /^\/wp\/v2\/posts\/(\d+)$/, fault: 'post', run: readEntry },
  { method: 'POST', path: /^\/wp\/v2\/posts\/(\d+)$/, fault: 'publish', run: updatePost },
  {
    method: 'DELETE',
    path: /^\/wp\/v2\/posts\/(\d+)$/,
    fault: 'delete',
    run: (call, id) => deleteEntry(call, id, 'post'),
  },
  { method: 'GET', path: /^\/wp\/v2\/media$/, fault: 'files', run: call => listEntries(call, 'attachment') },
  { method: 'POST', path: /^\/wp\/v2\/media$/, fault: 'media', run: uploadMedia },
  {
    method: 'DELETE',
    path: /^\/wp\/v2\/media\/(\d+)$/,
    fault: 'delete',
    run: (call, id) => deleteEntry(call, id, 'attachment'),
  },
  { method: 'GET', path: /^\/wp\/v2\/comments$/, fault: 'comments', run: listComments },
  { method: 'POST', path: /^\/wp\/v2\/comments$/, fault: 'replies', run: createComment },
  { method: 'GET', path: /^\/wp\/v2\/comments\/(\d+)$/, fault: 'comment', run: readComment },
  { method: 'POST', path: /^\/wp\/v2\/comments\/(\d+)$/, fault: 'act', run: changeComment },
  { method: 'DELETE', path: /^\/wp\/v2\/comments\/(\d+)$/, fault: 'act', run: deleteComment },
  { method: 'GET', path: /^\/wp\/v2\/categories$/, fault: 'terms', run: call => listTerms(call, 'category') },
  { method: 'GET', path: /^\/wp\/v2\/tags$/, fault: 'terms', run: call => listTerms(call, 'post_tag') },
  { method: 'POST', path: /^\/wp\/v2\/tags$/, fault: 'tag', run: createTag },
]

export const routeOf = (method: string, path: string): Route | undefined =>
  ROUTES.find(route => route.method === method && route.path.test(path))

export function runRest(call: RestCall): RestReply {
  const route = routeOf(call.method, call.path)
  if (!route) throw noRoute()
  const { status, body, headers } = route.run(call, Number(route.path.exec(call.path)?.[1] ?? 0))
  return { status, body: withFields(body, call.parameters['_fields']), ...(headers && { headers }) }
}

/** Returns only the named fields, as WordPress does. */
function withFields(body: unknown, names: string | undefined): unknown {
  if (names === undefined) return body
  if (Array.isArray(body)) return body.map(each => withFields(each, names))
  const kept = listOf(names)
  return Object.fromEntries(Object.entries(body as object).filter(([name]) => kept.includes(name)))
}

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const DASHBOARD = '/site/dashboard/shell/Dashboard.tsx'
const SCREENS = '/site/dashboard/shell/screens.ts'
/** Loads with the frame what it shares with other screens, and nothing that it doesn't need. */
const FIRST_SCREEN = '/site/dashboard/overview/Overview.tsx'
/** Its icons load with the frame. Many small files would compress badly. */
const EVERYDAY_SCREEN = '/site/dashboard/posts/Posts.tsx'
const IS_PAGE_SCRIPT = /[?&]type=script/
/** Minimum number of screens that share a module before every screen loads it. */
const SHARED_BY_SCREENS = 7

/**
 * Joins the dashboard's shared modules into a few files. Rolldown creates a file for each set of modules with the same
 * entries, about forty for a screen, and a browser requests only six at once. Each group contains everything that its
 * modules import, except the modules of earlier groups, so no two files depend on each other. Scripts of pages keep their
 * own small files.
 * @returns {import('astro').AstroIntegration}
 */
export function sharedChunks() {
  /** @type {Record<string, Set<string>>} */
  let groups = {}
  const group = (name, priority) => ({
    name,
    priority,
    includeDependenciesRecursively: false,
    test: id => groups[name].has(id),
  })
  return {
    name: 'currawong:shared-chunks',
    hooks: {
      'astro:config:setup': ({ updateConfig }) =>
        updateConfig({
          vite: {
            plugins: [
              {
                name: 'currawong:shared-chunks',
                apply: 'build',
                applyToEnvironment: ({ name }) => name === 'client',
                transform: {
                  filter: { code: ICON_IMPORT },
                  handler: withIconFiles,
                },
                // Lets Rolldown put shared code into an entry's file, because the groups contain only the listed modules.
                options: options => ({ ...options, preserveEntrySignatures: 'allow-extension' }),
                buildEnd() {
                  groups = groupsOf([...this.getModuleIds()], id => this.getModuleInfo(id))
                },
                generateBundle: (_options, bundle) => rejectCycles(bundle),
                outputOptions: options => ({
                  ...options,
                  codeSplitting: {
                    groups: [group('base', 4), group('frame', 3), group('forms', 2), group('screens', 1)],
                  },
                }),
              },
            ],
          },
        }),
    },
  }
}

const ICON_IMPORT = /import\s*\{([^}]*)\}\s*from\s*["']lucide-react["'];?/

/** Replaces an import of the icons' index, through which each module would have all icons of the dashboard. */
export const withIconFiles = code => ({ code: code.replace(ICON_IMPORT, iconFiles), map: null })

const iconFiles = (_import, names) =>
  names
    .split(',')
    .filter(name => name.trim())
    .map(name => {
      const [icon, local = icon] = name.trim().split(/\s+as\s+/)
      return `import ${local} from ${JSON.stringify(ICON_FILES.get(icon))};`
    })
    .join('')

const ICON_INDEX = new URL('../esm/lucide-react.mjs', import.meta.resolve('lucide-react'))
const ICON_FILES = new Map(
  [...readFileSync(ICON_INDEX, 'utf8').matchAll(/export \{(.+)\} from '(\.\/icons\/.+)'/g)].flatMap(
    ([, names, file]) =>
      names
        .split(',')
        .map(name => [name.trim().replace('default as ', ''), fileURLToPath(new URL(file, ICON_INDEX))]),
  ),
)

const ICONS = new Set(ICON_FILES.values())

/** `base`: used by the frame and forms; `frame`: by the dashboard's frame; `forms`: by screens and forms; `screens`: by many screens. */
function groupsOf(ids, infoOf) {
  const withImports = starts => {
    const found = new Set()
    const visit = id => {
      if (found.has(id)) return
      found.add(id)
      for (const imported of infoOf(id)?.importedIds ?? []) visit(imported)
    }
    starts.forEach(visit)
    return found
  }
  const idOf = path => ids.find(id => id.endsWith(path))
  const dashboard = idOf(DASHBOARD)
  if (!dashboard) return { base: new Set(), frame: new Set(), forms: new Set(), screens: new Set() }
  const entries = ids.filter(id => infoOf(id)?.isEntry && id !== dashboard)

  const inPages = withImports(entries.filter(id => IS_PAGE_SCRIPT.test(id)))
  const inForms = withImports(entries)
  const inFrame = withImports([dashboard])
  const perScreen = infoOf(idOf(SCREENS)).dynamicallyImportedIds.map(id => withImports([id]))
  const screensOf = id => perScreen.filter(modules => modules.has(id)).length
  const isShared = id => screensOf(id) >= SHARED_BY_SCREENS
  for (const id of withImports([idOf(FIRST_SCREEN)])) if (screensOf(id) > 1) inFrame.add(id)
  for (const id of withImports([idOf(EVERYDAY_SCREEN)])) if (ICONS.has(id)) inFrame.add(id)

  const own = ids.filter(id => !inPages.has(id) && id !== dashboard)
  const both = own.filter(id => inFrame.has(id) || isShared(id))
  const those = is => new Set(both.filter(is))
  return {
    base: those(id => inFrame.has(id) && inForms.has(id)),
    frame: those(id => inFrame.has(id) && !inForms.has(id)),
    forms: those(id => !inFrame.has(id) && inForms.has(id)),
    screens: those(id => !inFrame.has(id) && !inForms.has(id)),
  }
}

/** Rejects circular files. They run in an unpredictable order, so one may lack declarations of the other. */
function rejectCycles(bundle) {
  const known = new Map()
  const visit = (name, way) => {
    if (known.get(name) === 'seen') return
    if (known.has(name)) throw new Error(`Files that need each other: ${[...way, name].join(' → ')}`)
    known.set(name, 'open')
    for (const imported of bundle[name]?.imports ?? []) visit(imported, [...way, name])
    known.set(name, 'seen')
  }
  for (const name of Object.keys(bundle)) visit(name, [])
}

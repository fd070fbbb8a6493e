import { api } from './api.ts'
import { type Figure, formatFigure, formatStolen, isOutOfBounds } from './figure.ts'
import { links } from './links.ts'
import { logins } from './logins.ts'
import { memory } from './memory.ts'
import { pages } from './pages.ts'
import { pictures } from './pictures.ts'
import { publish } from './publish.ts'
import { screens } from './screens.ts'
import { measureStolen } from './stolen.ts'

const benches: Record<string, (parts: string[]) => Promise<Figure[]>> = {
  api,
  links,
  logins,
  memory,
  pages,
  pictures,
  publish,
  screens,
}

const [name = '', ...parts] = process.argv.slice(2)
const bench = benches[name]
if (!bench) {
  console.error(`Use: bun run bench NAME, one of: ${Object.keys(benches).join(', ')}`)
  process.exit(2)
}
const readStolen = measureStolen()
const figures = await bench(parts)
const stolen = readStolen()
for (const figure of figures) console.log(formatFigure(figure, stolen))
console.log(formatStolen(stolen))
process.exit(figures.some(figure => isOutOfBounds(figure, stolen)) ? 1 : 0)

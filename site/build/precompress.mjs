import { readdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const COMPRESSIBLE = /\.(html|css|js|mjs|json|svg|xml|txt|webmanifest)$/
/** Compressing smaller files saves less than the additional headers cost. */
const MIN_BYTES = 512

const brotli = promisify(brotliCompress)
const zip = promisify(gzip)

/**
 * Writes a Brotli and a gzip file beside each built one. The api sends these without compressing again.
 * @returns {import('astro').AstroIntegration}
 */
export const precompress = () => ({
  name: 'currawong:precompress',
  hooks: {
    'astro:build:done': async ({ dir }) => {
      const root = fileURLToPath(dir)
      const files = (await readdir(root, { recursive: true })).filter(name => COMPRESSIBLE.test(name))
      await Promise.all(files.map(name => compress(`${root}/${name}`)))
    },
  },
})

async function compress(path) {
  const bytes = await readFile(path)
  if (bytes.length < MIN_BYTES) return
  const size = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  await Promise.all([
    brotli(bytes, { params: size }).then(packed => writeFile(`${path}.br`, packed)),
    zip(bytes, { level: 9 }).then(packed => writeFile(`${path}.gz`, packed)),
  ])
}

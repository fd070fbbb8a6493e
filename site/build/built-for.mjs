import { writeFile } from 'node:fs/promises'

import about from '../../package.json' with { type: 'json' }

/**
 * Writes down what the pages were built for, which the api and the doctor compare with their own settings: canonical addresses
 * and the Content-Security-Policy are fixed when building.
 * @param {{ site: string, api: string, loopback: boolean }} address
 * @returns {import('astro').AstroIntegration}
 */
export const builtFor = address => ({
  name: 'currawong:built-for',
  hooks: {
    'astro:build:done': async ({ dir }) =>
      await writeFile(
        new URL('_built-for.json', dir),
        JSON.stringify({ version: about.version, ...address }),
      ),
  },
})

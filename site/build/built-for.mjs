import { writeFile } from 'node:fs/promises'

import about from '../../package.json' with { type: 'json' }

/**
 * Records the settings of the build, for the api and the doctor to compare with their own: the build fixes canonical URLs and
 * the Content-Security-Policy.
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

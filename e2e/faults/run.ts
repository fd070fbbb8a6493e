import { parseArgs } from 'node:util'

const USAGE = `bun run test:faults              a sample of the faults, as in verify
bun run test:faults --all        all of them, and many processes at once
bun run test:faults --scenario NAME    those whose name holds NAME
        --seed NUMBER            the sample, or the history, that this seed gives`

const { values } = parseArgs({
  options: {
    all: { type: 'boolean', default: false },
    scenario: { type: 'string', default: '' },
    seed: { type: 'string', default: '' },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) {
  console.log(USAGE)
  process.exit(0)
}

const tests = Bun.spawn(
  [
    process.execPath,
    'test',
    '--timeout=60000',
    './e2e/faults',
    ...(values.scenario === '' ? ['./api/posts/history.test.ts'] : []),
  ],
  {
    env: {
      ...process.env,
      FAULTS: values.all ? 'all' : '',
      FAULTS_SCENARIO: values.scenario,
      FAULTS_SEED: values.seed,
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  },
)
process.exit(await tests.exited)

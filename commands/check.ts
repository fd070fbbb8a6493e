import { lintAndTypes, pageTypes, quickChecks } from './verify/checks.ts'
import { conclude, perform, performInParallel } from './verify/step.ts'

conclude([...(await performInParallel([...quickChecks, pageTypes])), await perform(lintAndTypes)])

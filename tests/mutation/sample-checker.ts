// Rejects the mutants that were not drawn. Of Stryker's plugins only a checker can reject single mutants.
import { CheckStatus } from '@stryker-mutator/api/check';
import type { Checker, CheckResult } from '@stryker-mutator/api/check';
import type { Mutant } from '@stryker-mutator/api/core';
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin';
import { faultOf, isDrawn } from './sample.ts';

const drawn: CheckResult = { status: CheckStatus.Passed };
const notDrawn: CheckResult = { status: CheckStatus.CompileError, reason: 'not drawn' };

class SampleChecker implements Checker {
  async init() {}

  async group(mutants: Mutant[]) {
    return [mutants.map(({ id }) => id)];
  }

  async check(mutants: Mutant[]) {
    return Object.fromEntries(
      mutants.map((each) => [each.id, isDrawn(faultOf(each, 0)) ? drawn : notDrawn]),
    );
  }
}

export const strykerPlugins = [declareClassPlugin(PluginKind.Checker, 'sample', SampleChecker)];

import { rspack, type Configuration, type Stats } from '@rspack/core';

/** Runs one compilation. @throws with the compiler's messages when it has errors. */
export async function runCompilation(configuration: Configuration): Promise<Stats> {
  const compiler = rspack(configuration);
  try {
    const stats = await new Promise<Stats | undefined>((resolve, reject) => {
      compiler.run((error, result) => {
        if (error) reject(error);
        else resolve(result);
      });
    });
    if (stats === undefined) throw new Error(`${configuration.name ?? 'The build'} ended without a result`);
    if (stats.hasErrors() || stats.hasWarnings()) {
      throw new Error(
        `${configuration.name ?? 'The build'} failed\n${stats.toString({ preset: 'errors-warnings', colors: false })}`,
      );
    }
    return stats;
  } finally {
    await new Promise((resolve) => {
      compiler.close(resolve);
    });
  }
}

/** Runs the studio of a page to a time of the simulation, wherever the clock is, and waits for the picture. */
export const advanceTo = (page, seconds) =>
  page.evaluate(async (time) => {
    const { sim, stage } = globalThis.studio;
    if (sim.model === undefined) throw new Error(document.querySelector('.trouble')?.textContent ?? 'not loaded');
    const run = async (steps, until) => {
      sim.step(steps);
      while (sim.head.time < until) {
        await new Promise((resolve) => setTimeout(resolve, 50));
        sim.askFrame();
      }
    };
    const { timestep } = sim.model.opt;
    const start = sim.head.time;
    await run(1, start + 0.5 * timestep);
    const each = sim.head.time - start; // a policy acts for several timesteps
    const more = Math.round((time - sim.head.time) / each);
    if (more > 0) await run(more, sim.head.time + (more - 0.5) * each);
    stage.draw();
  }, seconds);

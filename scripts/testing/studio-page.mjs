/** Runs the studio of a page to a time of the simulation, wherever the clock is, and waits for the picture. */
export const advanceTo = (page, seconds) =>
  page.evaluate(async (time) => {
    const { sim, stage } = globalThis.studio;
    if (sim.model === undefined) throw new Error(document.querySelector('.trouble')?.textContent ?? 'not loaded');
    const { timestep } = sim.model.opt;
    sim.step(Math.max(1, Math.round((time - sim.head.time) / timestep)));
    while (sim.head.time < time - timestep) {
      await new Promise((resolve) => setTimeout(resolve, 50));
      sim.askFrame();
    }
    stage.draw();
  }, seconds);

import './style/index.css';
import { startFilter } from './filter.ts';
import { startMenu } from './menu.ts';
import { startSearch } from './search.ts';
import { startTheme } from './theme.ts';
import { listVersions } from './versions.ts';

startTheme();
startMenu();
startSearch();
startFilter();
void listVersions();

const stages = document.querySelectorAll<HTMLElement>('.live');
if (stages.length > 0)
  void import('./live/stage.ts').then(({ startStage }) => {
    for (const stage of stages) startStage(stage);
  });

#!/usr/bin/env python
import os, sys
from pathlib import Path
def main():
    sys.path.insert(0, str(Path(__file__).parent / 'lib'))
    os.environ.setdefault('DJANGO_SETTINGS_MODULE', 'config.settings.local' if os.environ.get('PROD') is None else 'config.settings.prod')
    from django.core.management import execute_from_command_line
    execute_from_command_line(sys.argv)
if __name__ == '__main__':
    main()
